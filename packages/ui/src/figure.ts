export interface Limits {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** What was typed, as the nearest figure that is allowed; null: that is no figure. */
export function figureOf(text: string, { min, max, step }: Limits): number | null {
  const figure = Number(text);
  if (text.trim() === "" || !Number.isFinite(figure)) return null;
  return Math.min(max, Math.max(min, Math.round(figure / step) * step));
}

export interface Range {
  readonly min: number;
  readonly max: number;
}

const KEY_STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 };

/**
 * What a key does to a value that lies beyond the ends of its slider. The slider itself would step from its own end, so that one key
 * makes 127 of 520. Here a key steps from the value towards the range, and further away from it does nothing. null: the slider's own way.
 */
export function stepFromOutside(value: number, key: string, { min, max }: Range): number | null {
  const steps = KEY_STEPS[key];
  if (steps === undefined || (value >= min && value <= max)) return null;
  const isTowards = value > max ? steps < 0 : steps > 0;
  return isTowards ? value + steps : value;
}
