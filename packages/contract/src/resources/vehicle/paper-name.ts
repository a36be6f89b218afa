import { patterns } from '../../core/field/patterns';
import { vehiclePaper } from '../enums';
import { normalizePlate } from './fields';

type PaperType = (typeof vehiclePaper.codes)[number];

/** Words for a paper in file names, besides its own label; the first word that is found decides. */
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

/** Plate and kind of paper in the name of a file, `沪A12345_行驶证_2.jpg` or `粤B12345D道路运输证.pdf`; null for what the name does not contain. */
export function paperOfName(fileName: string): { plateNo: string | null; docType: PaperType | null } {
  const stem = normalizePlate(fileName.replace(/\.[A-Za-z0-9]{1,5}$/u, ''));
  // at each position the longest plate wins, because a new-energy plate begins like an ordinary one
  const starts = [...stem].map((_, at) => at);
  const plateNo =
    starts
      .flatMap((at) => [8, 7].map((length) => stem.slice(at, at + length)))
      .find((part) => part.length >= 7 && isPlate(part)) ?? null;
  const rest = plateNo === null ? stem : stem.replace(plateNo, ' ');
  return { plateNo, docType: words.find(([word]) => rest.includes(word.toUpperCase()))?.[1] ?? null };
}
