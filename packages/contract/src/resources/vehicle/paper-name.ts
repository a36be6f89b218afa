import { patterns } from '../../core/field/patterns';
import { vehiclePaper } from '../enums';
import { normalPlate } from './fields';

type PaperType = (typeof vehiclePaper.codes)[number];

/** Words by which companies call a paper in the names of its files, beside its own; the first that is found counts. */
const words: ReadonlyArray<readonly [word: string, type: PaperType]> = [
  ...vehiclePaper.options.filter(({ code }) => code !== 'other').map(({ code, name }) => [name, code] as const),
  ['营运证', 'transport'],
  ['运输证', 'transport'],
  ['年审', 'inspect'],
  ['年检', 'inspect'],
  ['强险', 'compulsory'],
  ['商险', 'commercial'],
  ['二维', 'maintain'],
  ['安装证明', 'gps'],
  ['校准', 'calibration'],
  ['检定', 'calibration'],
  ['照片', 'photo'],
  ['其他', 'other'],
  ['其它', 'other'],
];

const isPlate = (text: string): boolean =>
  patterns.plateStrict.regex.test(text) || patterns.plateStrictNewEnergyExt.regex.test(text);

/** What the name of a file says: `沪A12345_行驶证_2.jpg`, `行驶证 沪A·12345.png`, `粤B12345D道路运输证.pdf`. Null: it says none. */
export function paperOfName(fileName: string): { plateNo: string | null; docType: PaperType | null } {
  const stem = normalPlate(fileName.replace(/\.[A-Za-z0-9]{1,5}$/u, ''));
  // the longest plate that begins at a sign wins: a new-energy plate begins like an ordinary one
  const starts = [...stem].map((_, at) => at);
  const plateNo =
    starts
      .flatMap((at) => [8, 7].map((length) => stem.slice(at, at + length)))
      .find((part) => part.length >= 7 && isPlate(part)) ?? null;
  const rest = plateNo === null ? stem : stem.replace(plateNo, ' ');
  return { plateNo, docType: words.find(([word]) => rest.includes(word.toUpperCase()))?.[1] ?? null };
}
