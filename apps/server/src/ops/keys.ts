import pg from 'pg';
import type { Config } from '../config';
import { StartupError } from '../core/pg/startup-error';
import { areKeysSealed, type KeyStore, loadSecrets, openKeys, rewriteTable, rotateKeys } from '../core/run/secrets';
import { keysChannel } from '../core/watch/keys';
import { openCluster } from './cluster-access';

/** The table `deployment` by a connection of its own. */
export const clientStore = (client: Pick<pg.Client, 'query'>): KeyStore => ({
  read: async (key) => {
    const { rows } = await client.query<{ value: string }>('select value from deployment where key = $1', [key]);
    return rows[0]?.value ?? null;
  },
  add: async (key, value) => {
    await client.query('insert into deployment (key, value) values ($1, $2) on conflict do nothing', [key, value]);
  },
  replace: async (key, value) => {
    await client.query(
      'insert into deployment (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
      [key, value],
    );
  },
  purge: async () => {
    await client.query(['begin', ...rewriteTable, 'commit'].join(';'));
  },
});

/**
 * Does what `npm run keys` is asked for and answers a Chinese sentence: nothing (says how keys lie), `rotate` (new ones; `forget` drops the old ones), `open`
 * (takes the encryption away). A running server takes the new keys over at once.
 */
export async function changeKeys(
  client: Pick<pg.Client, 'query'>,
  task: string | undefined,
  passphrase: string | undefined,
  forget: boolean,
): Promise<string> {
  const store = clientStore(client);
  const how = async () =>
    (await areKeysSealed(store))
      ? '签名密钥已用 KEY_PASSPHRASE 的口令加密，备份中也是密文。'
      : '签名密钥未加密：拿到备份的人可以伪造登录。请设置 KEY_PASSPHRASE 后重新启动服务。';
  if (task === undefined) return how();
  if (task === 'rotate') {
    // refuses a wrong passphrase before anything is changed
    await loadSecrets(store, passphrase);
    await client.query('begin');
    const kept = await rotateKeys(store, passphrase, forget);
    await client.query('select pg_notify($1, $2)', [keysChannel, 'rotated']);
    await client.query('commit');
    await store.purge();
    const old =
      kept > 0
        ? '此前打印的二维码和发出的链接仍然有效。'
        : '此前打印的二维码和发出的链接已全部失效，请重新打印和发送。';
    return `已更换签名密钥，运行中的服务随即生效，用户无需重新登录。${old}${await how()}`;
  }
  if (task === 'open') {
    if (passphrase === undefined) throw new StartupError('请用环境变量 KEY_PASSPHRASE 给出当前的口令。');
    await openKeys(store, passphrase);
    return '签名密钥已改为不加密，现在可以去掉 KEY_PASSPHRASE。';
  }
  throw new StartupError('可用的命令：npm run keys、npm run keys -- rotate [--forget]、npm run keys -- open。');
}

/** As {@link changeKeys}, for the database of the settings. */
export async function runKeys(
  { DATABASE_URL, DATA_DIR, KEY_PASSPHRASE }: Config,
  task: string | undefined,
  forget: boolean,
): Promise<string> {
  if (DATABASE_URL) {
    const client = new pg.Client({ connectionString: DATABASE_URL });
    await client.connect();
    return changeKeys(client, task, KEY_PASSPHRASE, forget).finally(() => client.end());
  }
  const access = await openCluster(DATA_DIR);
  return changeKeys(access.client, task, KEY_PASSPHRASE, forget).finally(() => access.close());
}
