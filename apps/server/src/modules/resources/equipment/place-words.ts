import { findAddress } from '../../watch/track/door';

/** Adds to rows the address of where they are; blank where that is unknown. */
export const withAddresses = <R extends { lng: number | null; lat: number | null }>(rows: R[]) =>
  Promise.all(
    rows.map(async (row) => ({
      ...row,
      address: row.lng === null || row.lat === null ? '' : await findAddress(row.lng, row.lat),
    })),
  );
