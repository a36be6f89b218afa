import { orgOptions } from '@tongda/contract/base/org/calls';
import { call } from '../../../kit/call/api';
import type { TreeItem } from '../../../kit/form/input/tree-options';

/** Departments for select boxes of other modules. */
export const loadOrgs = (): Promise<TreeItem[]> => call(orgOptions, undefined, { quiet: true });
