/** Above the tracks of one kind. */
export function SampleHeading({ title }: { title: string }) {
  return <h3 className="mt-4 mb-1 px-2 text-xs font-semibold tracking-wide text-soft">{title}</h3>;
}
