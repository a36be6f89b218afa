/**
 * Which cells of a grid of two columns take a whole row: those that ask for it, and whichever would stand alone in one, so that no row of
 * the paper ends in the middle.
 */
export function wideOf(asked: readonly boolean[]): boolean[] {
  let second = false;
  return asked.map((wide, i) => {
    const alone = !wide && !second && asked[i + 1] !== false;
    second = !wide && !alone && !second;
    return wide || alone;
  });
}
