import type { BatchResult } from '@tongda/contract/resources/vehicle/calls';
import type { BatchLine } from '../../../kit/list/batch-run';

/** The server's results as lines of the batch dialog. */
export const asLines = (results: BatchResult[], nameOf: (id: string) => string): BatchLine[] =>
  results.map(({ id, plateNo, ok, msg }) => ({ id, name: plateNo || nameOf(id), ok, msg }));
