/** A picture as its caption names it. */
interface Taken {
  camera: string;
  time: string;
}

/** What tells each picture apart: its time, or its number where several of one camera have the same, as terminals tell the time of the alarm alone. */
export function marksOf(pictures: readonly Taken[], timeWords: (time: string) => string): string[] {
  const keyOf = ({ camera, time }: Taken): string => `${camera} ${time}`;
  const keys = pictures.map(keyOf);
  return pictures.map(({ time }, i) => {
    const same = keys.filter((key) => key === keys[i]).length;
    return same > 1 ? `第${keys.slice(0, i + 1).filter((key) => key === keys[i]).length}张` : timeWords(time);
  });
}
