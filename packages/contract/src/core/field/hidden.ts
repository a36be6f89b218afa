import type { FieldMask } from './hidden-kinds';

/**
 * Which fields of answers, rows of exports and histories hold what a role may hide. By name and not by endpoint: a field that is added
 * tomorrow under such a name is hidden from its first day.
 */
const phone = /^(?:phone|mobile)$|(?<!service)Phone$/u;
const cost = /^(?:cost|toll|fuel|amount|price|profit|margin)Yuan$/u;

/** The mask of a role that hides a field of this name; null: none does. */
export function maskOf(field: string): Extract<FieldMask, 'phone' | 'cost'> | null {
  if (phone.test(field)) return 'phone';
  return cost.test(field) ? 'cost' : null;
}

/** Paths whose answers are never masked: one's own account, the provider's number, and the company's own bills with the provider. */
const own =
  /^\/api\/(?:sso\/|base\/(?:user\/(?:info|profile|up\w|companies)|(?:open|cms|onlineRenewal|erpOrder|device)\/|member))/u;
export const neverMasked = (path: string): boolean => own.test(path);

/** A phone number as a mask leaves it. */
export const maskedPhone = /^\d{3}\*{3,}\d{3,4}$/u;
