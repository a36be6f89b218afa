import { z } from 'zod';
import { endpoint, type MenuAccess, type Visit } from './endpoint';
import { dateTime, id } from './page';

/** Lifetimes of a link to choose from, hours. */
export const shareHours = [24, 72, 168] as const;

/** Where links to something are made (`<base>/share`), and what is shared: 行程, by what tells one. */
interface ShareSpec<S extends z.ZodRawShape> {
  base: `/${string}`;
  access: MenuAccess;
  noun: string;
  one: S;
  /** any number of days up to this may be chosen, in place of the usual lifetimes */
  mostDays?: number;
  /** who may stop a link in somebody else's name; only who acts as a user may make one, as it lets people in after the visit */
  revoking: Visit;
}

const usual: z.ZodType<number> = z.literal(shareHours, '请选择有效期');
const wholeDays = (most: number): z.ZodType<number> => {
  const sentence = `有效期为1~${most}天`;
  return z
    .number(sentence)
    .min(24, sentence)
    .max(most * 24, sentence)
    .multipleOf(24, '有效期按整天选择');
};

/** The calls of links that show one thing to people without an account: making one, those that were made, and stopping one. */
export const shareCalls = <const S extends z.ZodRawShape>({
  base,
  access,
  noun,
  one,
  mostDays,
  revoking,
}: ShareSpec<S>) => ({
  make: endpoint({
    path: `${base}/share`,
    access,
    visit: 'acting',
    title: `生成${noun}分享链接`,
    input: z.object({ ...one, expireHours: mostDays === undefined ? usual : wholeDays(mostDays) }),
    /** `url`: path of the page; it is answered only here, because the platform stores nothing but its hash */
    output: z.object({ id, url: z.string(), expireTime: dateTime }),
  }),
  list: endpoint({
    path: `${base}/shareList`,
    access,
    visit: 'look',
    title: `${noun}的分享链接`,
    input: z.object(one),
    output: z.array(
      z.object({
        id,
        createTime: dateTime,
        createUser: z.string(),
        expireTime: dateTime,
        revokeTime: dateTime.nullable(),
        /** the link still opens */
        live: z.boolean(),
        views: z.number(),
        lastViewTime: dateTime.nullable(),
      }),
    ),
  }),
  revoke: endpoint({
    path: `${base}/shareRevoke`,
    access,
    visit: revoking,
    title: `停用${noun}分享链接`,
    input: z.object({ id }),
    output: z.object({ id }),
  }),
});
export type ShareCalls = ReturnType<typeof shareCalls>;
/** A link that was made. */
export type ShareRow = z.output<ShareCalls['list']['output']>[number];
