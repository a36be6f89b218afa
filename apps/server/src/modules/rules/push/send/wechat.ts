import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../../core/generated/db-types';
import { wireTime } from '../../../../core/http/answer/wire-time';
import { WechatRefusal, type WechatSender } from '../../../../core/notify/wechat-notice';
import { linkTo } from '../plan/subject';
import { type Outgoing, type Send, SendFailure, textOf, titleOf } from './channel';

/** A user's WeChat id and the company's time zone. The id is looked up when a message leaves, so that it stands in no log. */
interface Follower {
  openId: string | null;
  zone: string;
}

async function findFollower(db: Kysely<DB>, recipient: string): Promise<Follower | undefined> {
  const id = recipient.replace(/^user:/u, '');
  const { rows } = await sql<Follower>`select u.wx_openid as "openId", c.time_zone as zone
    from app_user u join client c on c.id = u.client_id where u.id = ${id}::bigint and u.deleted_at is null and u.status = 1`.execute(
    db,
  );
  return rows[0];
}

const platesOf = ({ items }: Outgoing): string => {
  const plates = [...new Set(items.map(({ plateNo }) => plateNo).filter(Boolean))];
  return plates.length > 1 ? `${plates[0]}等${plates.length}辆` : (plates[0] ?? '');
};

interface WechatWay {
  db: Kysely<DB>;
  wechat: WechatSender;
  publicUrl?: string | undefined;
}

/** 公众号模板消息 to a user (`user:7`) who bound his WeChat account. */
export const sendWechat =
  ({ db, wechat, publicUrl }: WechatWay): Send<string> =>
  async (recipient, message, now) => {
    const follower = await findFollower(db, recipient);
    if (!follower?.openId) throw new SendFailure('permanent', '用户没有绑定微信');
    const [first] = message.items;
    try {
      await wechat.send({
        id: message.key,
        openId: follower.openId,
        title: titleOf(message),
        plateNo: platesOf(message),
        time: wireTime(first?.startedAt ?? now, follower.zone).slice(0, 16),
        content: textOf(message, 600),
        url: linkTo(publicUrl, first?.vehicleId ?? null),
      });
    } catch (error) {
      if (error instanceof WechatRefusal) throw new SendFailure(error.kind, error.message);
      throw error;
    }
    return wechat.real ? '' : '未接入公众号模板消息，已存入发件箱';
  };
