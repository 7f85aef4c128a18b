/** "4:23" or "1:02:03" to milliseconds; null when it is neither. */
export function parseDuration(text: string): number | null {
  const match = /^(?:(\d{1,3}):)?(\d{1,3}):([0-5]\d)$/.exec(text.trim());
  if (!match) return null;
  const [, hours = "0", minutes = "0", seconds = "0"] = match;
  if (match[1] !== undefined && Number(minutes) > 59) return null;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}

/** m:ss, from one hour on h:mm:ss; milliseconds are cut, as a clock does. */
export function formatDuration(durationMs: number): string {
  const total = Math.max(0, Math.floor(durationMs / 1000));
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  const seconds = String(total % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}` : `${minutes}:${seconds}`;
}

/** hh:mm:ss, as the stored stream duration has it ("00:00:00"). */
export function formatStreamDuration(durationMs: number): string {
  const total = Math.max(0, Math.floor(durationMs / 1000));
  const part = (value: number) => String(value).padStart(2, "0");
  return `${part(Math.floor(total / 3600))}:${part(Math.floor((total % 3600) / 60))}:${part(total % 60)}`;
}
