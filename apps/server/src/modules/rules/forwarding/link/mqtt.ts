import { randomBytes } from 'node:crypto';
import { MqttClient } from 'mqtt';
import { AddressRefused, networkWords, type Outbound } from '../../../../core/notify/outbound';
import { jsonOf } from './json';
import { answerMs, type Item, inTime, type Link, LinkFailure, type LinkTarget } from './shape';

const silent = '对方10秒内没有应答';

/** Codes of CONNACK of MQTT 3.1.1 (3.2.2.3) as sentences. */
const refusals: Readonly<Record<number, string>> = {
  1: '对方不支持MQTT 3.1.1',
  2: '对方不接受本机的客户端编号',
  3: '对方的MQTT服务不可用',
  4: '用户名或密码错误',
  5: '对方没有给这个账号授权',
};

const failureOf = (error: unknown): LinkFailure => {
  if (error instanceof LinkFailure) return error;
  if (error instanceof AddressRefused) return new LinkFailure('retry', error.message);
  // errors of CONNACK have its code, those of the network a word
  const { code } = error as { code?: unknown };
  return new LinkFailure('retry', (typeof code === 'number' && refusals[code]) || networkWords(error));
};

const topicOf = (template: string, { kind, body }: Item): string =>
  template
    .replaceAll('{plateNo}', body.plateNo)
    .replaceAll('{terminalNo}', body.terminalNo)
    .replaceAll('{kind}', kind)
    // neither a plate nor a terminal may make a topic that is none
    .replace(/[#+\0]/gu, '_');

/** MQTT 3.1.1, QoS 1: each item is one message, taken when the broker has acknowledged it. Messages of a connection keep their order. */
export function mqttLink(net: Outbound, target: LinkTarget): Link {
  const { address, account, secret, options, shifted, id } = target;
  const url = new URL(address);
  const tls = url.protocol === 'mqtts:';
  let connected: Promise<MqttClient> | null = null;

  const connect = (): Promise<MqttClient> => {
    const opening = new Promise<MqttClient>((done, fail) => {
      const client = new MqttClient(
        () => net.open({ host: url.hostname, port: Number(url.port || (tls ? 8883 : 1883)), tls }),
        {
          clientId: `tongda-${id}-${randomBytes(4).toString('hex')}`,
          ...(account ? { username: account } : {}),
          ...(secret ? { password: secret } : {}),
          reconnectPeriod: 0,
          connectTimeout: answerMs,
          keepalive: 60,
          queueQoSZero: false,
        },
      );
      client.once('connect', () => done(client));
      client.on('error', (error) => {
        fail(error);
        client.end(true);
      });
      client.once('close', () => {
        if (connected === opening) connected = null;
        fail(new LinkFailure('retry', '对方断开了连接'));
      });
    });
    return opening;
  };
  const ready = async (): Promise<MqttClient> => {
    try {
      connected ??= connect();
      return await inTime(connected, silent);
    } catch (error) {
      connected = null;
      throw failureOf(error);
    }
  };
  const close = async (): Promise<void> => {
    const client = await connected?.catch(() => null);
    connected = null;
    await client?.endAsync(true).catch(() => undefined);
  };
  return {
    send: async (items) => {
      const client = await ready();
      const told = items.map((item) =>
        client.publishAsync(topicOf(options.topic ?? '', item), JSON.stringify(jsonOf(item, shifted)), { qos: 1 }),
      );
      const lost = new Promise<never>((_, fail) => {
        client.once('close', () => fail(new LinkFailure('retry', '对方断开了连接')));
      });
      try {
        await inTime(Promise.race([Promise.all(told), lost]), silent);
        return null;
      } catch (error) {
        await close();
        throw failureOf(error);
      } finally {
        for (const one of told) one.catch(() => undefined);
      }
    },
    probe: async () => void (await ready()),
    close,
  };
}
