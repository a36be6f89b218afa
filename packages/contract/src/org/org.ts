import { z } from 'zod';
import { endpoint } from '../core/endpoint';
import { id } from '../core/page';

export interface OrgNode {
  id: string;
  name: string;
  children: OrgNode[];
}
const orgNode: z.ZodType<OrgNode> = z.lazy(() => z.object({ id, name: z.string(), children: z.array(orgNode) }));

/** The departments that the caller may see, as a tree. */
export const orgOptions = endpoint({
  path: '/api/base/manage/org/options',
  access: 'session',
  title: '组织选项',
  output: z.array(orgNode),
});
