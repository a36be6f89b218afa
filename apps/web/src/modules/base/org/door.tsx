import { orgOptions } from '@tongda/contract/org/org';
import { call } from '../../kit/api';
import type { TreeItem } from '../../kit/tree-options';

/** Departments for select boxes of other modules. */
export const loadOrgs = (): Promise<TreeItem[]> => call(orgOptions, undefined, { quiet: true });
