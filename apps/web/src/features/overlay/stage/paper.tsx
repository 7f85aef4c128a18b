/** Where no background is: dark enough for white text, light enough to see a dark panel's edge. */
const GROUND = "bg-[linear-gradient(135deg,#3b4a63,#1f2937_55%,#5b4a5f)]";

/** The picture: the background below, the layers above. */
export function Paper({ backgroundUrl }: { backgroundUrl: string | null }) {
  return (
    <div data-part="paper" className={`absolute top-0 left-0 origin-top-left overflow-hidden shadow-lift ${GROUND}`}>
      {backgroundUrl === null ? null : (
        <img src={backgroundUrl} alt="" draggable={false} className="absolute inset-0 size-full object-cover" />
      )}
      <div data-part="sheets" className="absolute inset-0" />
    </div>
  );
}
