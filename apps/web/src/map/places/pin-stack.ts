/** What a pin says in its head, and whether it is the selected one. */
interface Head {
  text?: string;
  selected?: boolean;
}

/** Heads of pins nearer than this, px, hide each other's numbers. */
const closePx = 10;
/** More numbers than these are not all written. */
const most = 4;

export interface PinStack {
  /** index of the pin that is painted for all of them: the selected one, else the last */
  top: number;
  /** what its head says */
  text: string | undefined;
}

/** Numbers of stops at one point: 1·3, in a row 2–5, of many 1·3·5·… */
export function stackText(texts: readonly string[]): string {
  const numbers = texts.map(Number);
  const inRow = numbers.every((n, i) => i === 0 || n === (numbers[i - 1] ?? 0) + 1);
  if (texts.length > 2 && inRow) return `${texts[0]}–${texts.at(-1)}`;
  return texts.length > most ? `${texts.slice(0, most - 1).join('·')}·…` : texts.join('·');
}

/** Pins as they are painted: stops at one point, which would hide each other's numbers, have one head with all of them. `spots`: px on the screen. */
export function stackPins(pins: readonly Head[], spots: ReadonlyArray<readonly [number, number]>): PinStack[] {
  const stacks: number[][] = [];
  pins.forEach(({ text }, i) => {
    const [x, y] = spots[i] ?? [0, 0];
    const near =
      text === undefined
        ? undefined
        : stacks.find(([first = 0]) => {
            const [fx, fy] = spots[first] ?? [0, 0];
            return pins[first]?.text !== undefined && Math.hypot(x - fx, y - fy) < closePx;
          });
    if (near) near.push(i);
    else stacks.push([i]);
  });
  return stacks.map((members) => {
    const texts = [...new Set(members.flatMap((i) => pins[i]?.text ?? []))];
    return {
      top: members.find((i) => pins[i]?.selected) ?? members.at(-1) ?? 0,
      text: texts.length === 0 ? undefined : stackText(texts),
    };
  });
}
