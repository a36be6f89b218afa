import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { id } from '../../core/page';
import { version } from '../../core/register/pieces';
import { button } from '../../shell/rights';

const base = '/api/base/user/handover' as const;
const access = button('userManagement', 'handover');

/** What happens to something when its owner leaves: it moves to the successor, ends with the account, or blocks the handover until it is settled. */
export const handoverFates = ['moves', 'ends', 'blocks'] as const;

/** 离职交接: one kind of things that a leaving user still has. */
export const handoverItem = z.object({
  kind: z.string(),
  label: z.string(),
  count: z.number(),
  /** the first of them by name */
  names: z.array(z.string()),
  fate: z.enum(handoverFates),
});
export type HandoverItem = z.infer<typeof handoverItem>;
export const userHandover = endpoint({
  path: `${base}/info`,
  access,
  title: '离职交接：用户名下还有什么',
  input: z.object({ id }),
  output: z.object({
    name: z.string(),
    accountCode: z.string(),
    orgName: z.string(),
    /** 1 enabled: it is disabled by the handover */
    accountStatus: z.number(),
    version: z.number(),
    items: z.array(handoverItem),
  }),
});

/** Disables the account, ends its sessions and moves its things to the successor, in one transaction. */
export const userHandOver = endpoint({
  path: `${base}/run`,
  access,
  title: '办理离职交接：停用账号、转交授权与待办、结束登录',
  input: z.object({
    id,
    version,
    /** the successor; may be absent when nothing has to be moved */
    toUserId: z
      .union([z.literal(''), id])
      .nullish()
      .transform((user) => user || null),
    /** false: grants end instead of moving to the successor */
    grants: z.boolean().default(true),
  }),
  output: z.object({ moved: z.array(z.object({ label: z.string(), count: z.number() })), sessions: z.number() }),
});
