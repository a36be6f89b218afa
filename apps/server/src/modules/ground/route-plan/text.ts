/** A stop as the text for the driver needs it; times `YYYY-MM-DD HH:mm:ss` in the company's zone. */
interface ToldStop {
  name: string;
  stayMin: number;
  arriveTime: string;
}
interface ToldRun {
  planNo: string;
  departTime: string;
  stops: readonly ToldStop[];
  back: { arriveTime: string } | null;
}

/** Characters of one text: what a terminal's screen and voice can take at once. */
const longest = 200;

/**
 * A plan as texts for the terminal's screen and voice: `线路规划GH…：11-22 06:30从总仓出发。1.近店 07:10到，停20分；…`, as many texts as it
 * needs. The date is only written where the day differs from that of the stop before.
 */
export function planTexts({ planNo, departTime, stops, back }: ToldRun): string[] {
  const [start, ...others] = stops;
  let day = departTime.slice(5, 10);
  const clock = (time: string): string => {
    const on = time.slice(5, 10);
    const words = on === day ? time.slice(11, 16) : `${on} ${time.slice(11, 16)}`;
    day = on;
    return words;
  };
  const parts = [
    `线路规划${planNo}：${day} ${departTime.slice(11, 16)}从${start?.name ?? ''}出发。`,
    ...others.map(
      ({ name, arriveTime, stayMin }, i) =>
        `${i + 1}.${name} ${clock(arriveTime)}到${stayMin > 0 ? `，停${stayMin}分` : ''}；`,
    ),
    ...(back ? [`最后${clock(back.arriveTime)}返回${start?.name ?? ''}。`] : []),
  ];
  const texts: string[] = [];
  for (const part of parts) {
    const last = texts.at(-1);
    // room for （12/12）
    if (last !== undefined && last.length + part.length <= longest - 8) texts[texts.length - 1] = last + part;
    else texts.push(part);
  }
  return texts.length === 1 ? texts : texts.map((text, i) => `（${i + 1}/${texts.length}）${text}`);
}
