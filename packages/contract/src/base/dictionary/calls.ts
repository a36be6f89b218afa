import { z } from 'zod';
import { interfaceCharge } from '../../company/openapi/enums';
import { endpoint } from '../../core/endpoint';
import type { EnumOption, WireCode } from '../../core/enum';
import { driverBy, motionState } from '../../core/live';
import * as place from '../../ground/place/enums';
import * as device from '../../resources/device/enums';
import { upgradeTarget } from '../../resources/device-setup/enums';

import * as resource from '../../resources/enums';
import { keptKind, traceState } from '../../resources/frame/enums';
import { repairFault, repairRequestState, visitHalf } from '../../resources/repair-request/enums';

import * as vehicle from '../../resources/vehicle/enums';
import * as forwarding from '../../rules/forwarding/enums';
import * as push from '../../rules/push/enums';
import * as member from '../../trade/member/enums';
import * as transport from '../../transport/enums';
import * as waybill from '../../transport/waybill/enums';
import * as alarm from '../../watch/alarm/enums';
import * as episode from '../../watch/alarm/episode';
import { instructDanger, instructProtocol } from '../../watch/command/edition-enums';
import * as command from '../../watch/command/kind';
import { downloadStatus } from '../download/calls';
import { readFlag } from '../message/calls';
import * as org from '../org/enums';
import * as system from '../system-enums';

/** The part of an enumeration that the registry of dictionaries needs. */
export interface Enumeration {
  typeCode: string;
  options: ReadonlyArray<EnumOption<WireCode>>;
  label: (code: WireCode | null | undefined) => string;
}

const isEnumeration = (value: unknown): value is Enumeration =>
  typeof value === 'object' && value !== null && 'typeCode' in value && 'options' in value;

/** Every fixed enumeration by its type code: what select boxes, table cells, sheets and getDictionary read. */
export const dictionaries: ReadonlyMap<string, Enumeration> = new Map(
  [
    alarm,
    device,
    member,
    org,
    place,
    resource,
    system,
    transport,
    vehicle,
    waybill,
    push,
    forwarding,
    episode,
    command,
    { downloadStatus, driverBy, motionState, readFlag },
    {
      instructDanger,
      instructProtocol,
      interfaceCharge,
      keptKind,
      repairFault,
      repairRequestState,
      traceState,
      upgradeTarget,
      visitHalf,
    },
  ]
    .flatMap((module) => Object.values<unknown>(module))
    .filter(isEnumeration)
    .map((enumeration) => [enumeration.typeCode, enumeration]),
);

/** The label of a code by type code: the raw code when the dictionary or the code is unknown, `--` for nothing. */
export const labelOf = (typeCode: string, code: WireCode | null | undefined): string =>
  dictionaries.get(typeCode)?.label(code) ?? (code === null || code === undefined ? '--' : String(code));

/** Most type codes in one request. */
export const maxTypeCodes = 100;

const typeCode = z.string().trim().min(1, '字典类型不能为空').max(64, '字典类型最多64个字符');

/** Type codes come repeated in the query (`typeCode=a&typeCode=b`), as a list in the body, or joined by commas. */
const input = z.object({
  typeCode: z
    .union([typeCode, z.array(typeCode)], '请给出字典类型 typeCode')
    .transform((given) => [...new Set([given].flat().flatMap((text) => text.split(',')))].filter((text) => text !== ''))
    .pipe(z.array(z.string()).min(1, '请给出字典类型 typeCode').max(maxTypeCodes, `一次最多查询${maxTypeCodes}个字典`)),
});

export const dictionaryEntry = z.object({ code: z.union([z.number(), z.string(), z.boolean()]), name: z.string() });
export type DictionaryEntry = z.infer<typeof dictionaryEntry>;
const output = z.record(z.string(), z.array(dictionaryEntry));
export type Dictionary = z.infer<typeof output>;

const path = '/api/base/manage/vehicle/getDictionary';
/** The specification names GET in one place and no method in the other: both are served. */
export const dictionaryGet = endpoint({
  method: 'GET',
  path,
  access: 'session',
  kept: true,
  title: '查询数据字典',
  input,
  output,
});
export const dictionaryPost = endpoint({ path, access: 'session', title: '查询数据字典（POST）', input, output });

/** The fixed part of the answer: every asked type code with its entries in order; an unknown one is an empty list. */
export const dictionaryOf = (typeCodes: readonly string[]): Dictionary =>
  Object.fromEntries(
    typeCodes.map((asked) => [asked, dictionaries.get(asked)?.options.map((option) => ({ ...option })) ?? []]),
  );
