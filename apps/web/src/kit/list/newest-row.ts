import type { Endpoint, Input } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { useState } from 'react';
import { call } from '../call/api';
import { ApiError, transport } from '../call/api-error';
import type { PageEndpoint } from './use-rows';

/** One row of a list as it is now, found by what the list is filtered by (a name, a number). Throws when it is not there any more. */
export async function newestRow<Row extends { id: string }>(
  endpoint: PageEndpoint<Row>,
  filters: Record<string, unknown>,
  id: string,
): Promise<Row> {
  // Filters of this list, as its filter bar sends them.
  const { list } = await call(endpoint, { ...filters, page: 1, size: most } as Input<Endpoint>);
  const row = list.find((one) => one.id === id);
  if (!row) throw new ApiError(transport.missing, message('row.missing', { what: '数据' }));
  return row;
}
const most = 60;

/** The row that a form was opened for, and the way to its newest version. */
export function useNewestRow<R extends { id: string } | null>(
  row: R,
  find: (row: NonNullable<R>) => Promise<R>,
): [row: R, renew: () => Promise<void>] {
  const [newest, setNewest] = useState(row);
  const renew = async (): Promise<void> => {
    if (newest !== null) setNewest(await find(newest));
  };
  return [newest, renew];
}
