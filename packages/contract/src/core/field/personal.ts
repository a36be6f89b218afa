import { maskIdCard, maskPhone } from './mask';

/**
 * Numbers of people (drivers and colleagues): telephone and identity card. Lists, cards, near-by, structure, search and pickers show them masked, to everybody. Pages of one
 * record and files show them in full to who has 查看完整信息, and masked to everybody else. Numbers that a business gives to be called (shipper, receiver, store, customer, carrier, department) are
 * no person's: roles hide them by 脱敏字段 (`hidden`).
 */
const anywhere: Readonly<Record<string, (text: string) => string>> = {
  driverPhone: maskPhone,
  coDriverPhone: maskPhone,
  emergencyPhone: maskPhone,
  idCard: maskIdCard,
};

/** Calls whose `phone` is a person's; that of a fleet is its leader's, shown in full on its own page. */
const people =
  /^\/api\/(?:base\/(?:manage\/driver\/|manage\/fleet\/(?:page|export|leaders)$|manage\/(?:customer|carrier)\/accounts$|user\/(?:page|detail|export)$|org\/members$)|report\/switchLock\/)/u;

/** Pages of one record, papers and files: who may see numbers in full sees them there. */
const ofOneRecord =
  /\/(?:detail|check|print|export\w*|reloadCheck|orderTimeline|waybillTimeline|orderLegs|listByWaybill)$/u;

/** The card over the map is no page of a record: it stands on walls and in screenshots. 拨打 asks for the number (`monitorCall`). */
const cards = /^\/api\/gis\/monitor\//u;
/** A user's own page is edited by who may change him: his number is one of the fields. */
const byEditors = /^\/api\/base\/user\/detail$/u;
/** The driver's own telephone, and what the caller is told about himself. */
const ownTelephone = /^\/api\/(?:tms\/driverApp|sso|base\/user\/(?:info|profile))(?:\/|$)/u;

/** How a field of an answer of `path` is masked for somebody who does (`full`) or does not have 查看完整信息; null: shown as it is. */
export function personalMask(path: string, field: string, full: boolean): ((text: string) => string) | null {
  if (ownTelephone.test(path) || byEditors.test(path)) return null;
  const mask = Object.hasOwn(anywhere, field)
    ? anywhere[field]
    : field === 'phone' && people.test(path)
      ? maskPhone
      : null;
  if (!mask) return null;
  return full && ofOneRecord.test(path) && !cards.test(path) ? null : mask;
}
