import { z } from 'zod';
import { numberWithin, optionalDate, optionalNumber, optionalText } from '../../core/field/inputs';
import { vehiclePaper } from '../enums';

/** Papers of a vehicle that the register keeps (resources.md 1.3), in the order of the form. */
export const certificateKinds = [
  'licence',
  'transport',
  'inspect',
  'compulsory',
  'commercial',
  'maintain',
  'gps',
] as const satisfies ReadonlyArray<(typeof vehiclePaper.codes)[number]>;
export type CertificateKind = (typeof certificateKinds)[number];
/** Insurances: papers that have an insurer and a premium. */
const insurances: readonly CertificateKind[] = ['compulsory', 'commercial'];
export const isInsurance = (kind: CertificateKind): boolean => insurances.includes(kind);

/** Papers whose end is a field of the vehicle itself, because lists, filters and dispatching use it (docs/decisions/046). */
export const ownEnds = {
  licence: 'licenseDate',
  transport: 'transportCertDate',
  inspect: 'inspectDate',
  compulsory: 'insureDate',
} as const satisfies Partial<Record<CertificateKind, string>>;
/** Papers whose end is stored with the paper. */
export const registeredEnds = ['commercial', 'maintain', 'gps'] as const satisfies readonly CertificateKind[];

const begins: Readonly<Record<CertificateKind, string>> = {
  licence: '行驶证发证日期',
  transport: '道路运输证发证日期',
  inspect: '年检日期',
  compulsory: '交强险起保日期',
  commercial: '商业险起保日期',
  maintain: '二级维护日期',
  gps: 'GPS安装日期',
};
/** Labels of a paper's fields, in the form and in spreadsheets. */
export const certificateLabelsOf = (kind: CertificateKind) => {
  const name = vehiclePaper.label(kind);
  return {
    docNo: `${name}${isInsurance(kind) ? '单号' : '号'}`,
    startDate: begins[kind],
    endDate: kind === 'maintain' ? '下次二级维护' : `${name}到期`,
    remindDays: `${name}提前提醒`,
    issuer: `${name}公司`,
    amountYuan: `${name}保费`,
  };
};

const remindDays = numberWithin({ min: 1, max: 180, places: 0, unit: '天' }).default(30);
const common = { startDate: optionalDate, remindDays };
const docNo = optionalText(50);
/** The additional fields of insurances: insurer and premium. */
const insurance = {
  issuer: optionalText(50),
  amountYuan: optionalNumber({ min: 0, max: 10_000_000, places: 2, unit: '元' }),
};

/** The fields of each paper in the form. Number and end of the transport permit and the ends of `ownEnds` are fields of the vehicle. */
export const certificates = z.object({
  licence: z.object({ ...common, docNo }),
  transport: z.object(common),
  inspect: z.object({ ...common, docNo }),
  compulsory: z.object({ ...common, docNo, ...insurance }),
  commercial: z.object({ ...common, docNo, endDate: optionalDate, ...insurance }),
  maintain: z.object({ ...common, docNo, endDate: optionalDate }),
  gps: z.object({ ...common, docNo, endDate: optionalDate }),
});
export type Certificates = z.output<typeof certificates>;

const text = z.string().nullable();
const kept = { startDate: text, remindDays: z.number() };
const keptInsurance = { issuer: text, amountYuan: z.number().nullable() };
/** The same fields as a call answers them. */
export const certificatesKept: z.ZodType<Certificates> = z.object({
  licence: z.object({ ...kept, docNo: text }),
  transport: z.object(kept),
  inspect: z.object({ ...kept, docNo: text }),
  compulsory: z.object({ ...kept, docNo: text, ...keptInsurance }),
  commercial: z.object({ ...kept, docNo: text, endDate: text, ...keptInsurance }),
  maintain: z.object({ ...kept, docNo: text, endDate: text }),
  gps: z.object({ ...kept, docNo: text, endDate: text }),
});

/** A stored paper; a field that its kind does not have is absent. */
export interface Certificate {
  docNo?: string | null;
  issuer?: string | null;
  startDate: string | null;
  endDate?: string | null;
  amountYuan?: number | null;
  remindDays: number;
}

/** The fields of a vehicle that concern its papers. */
type Holder = { certificates?: Certificates | undefined } & Partial<
  Record<(typeof ownEnds)[keyof typeof ownEnds], string | null>
>;

/** The field of the vehicle that holds the end of a paper; undefined when the end is stored with the paper. */
export const endFieldOf = (kind: CertificateKind): (typeof ownEnds)[keyof typeof ownEnds] | undefined =>
  new Map<string, (typeof ownEnds)[keyof typeof ownEnds]>(Object.entries(ownEnds)).get(kind);

/** The day on which a paper ends, from the vehicle's field or from the paper; null when unknown. */
export const endOf = (kind: CertificateKind, vehicle: Holder): string | null => {
  const own = endFieldOf(kind);
  if (own) return vehicle[own] ?? null;
  const paper: Certificate | undefined = vehicle.certificates?.[kind];
  return paper?.endDate ?? null;
};

/** Whether a paper ends before it begins. */
export function endsTooEarly(kind: CertificateKind, input: unknown): boolean {
  if (typeof input !== 'object' || input === null) return false;
  // raw input: every part is optional here, and the two values that are compared are checked to be texts
  const vehicle = input as Holder;
  const start = vehicle.certificates?.[kind]?.startDate;
  const end = endOf(kind, vehicle);
  return typeof start === 'string' && start !== '' && typeof end === 'string' && end !== '' && end <= start;
}
export const endsTooEarlyWords = '开始日期须早于到期日期';
