import { describe, expect, it } from 'vitest';
import { createLog } from './log';

function lines(): ReturnType<typeof createLog> & { seen: Array<Record<string, unknown>> } {
  const seen: Array<Record<string, unknown>> = [];
  return { ...createLog('info', { write: (line: string) => void seen.push(JSON.parse(line)) }), seen };
}

describe('the log', () => {
  it('holds no secrets', () => {
    const { log, seen } = lines();
    log.info({ login: { account: 'a', password: 'geheim', access_token: 'x' } }, 'login');
    expect(JSON.stringify(seen)).not.toMatch(/geheim|"x"/u);
    expect(seen).toHaveLength(1);
  });

  it('covers what shell.md M lists, in requests, bodies and errors', () => {
    const { log, seen } = lines();
    const secret = 'geheim';
    log.warn({
      req: { headers: { authorization: secret, cookie: secret, 'open-access-token': secret } },
      body: {
        refresh_token: secret,
        password: secret,
        oldPwd: secret,
        newPwd: secret,
        client_secret: secret,
        verifyCode: secret,
      },
      err: { body: { newPwd: secret } },
      reply: { 'set-cookie': secret },
    });
    expect(JSON.stringify(seen)).not.toContain(secret);
    expect(seen).toHaveLength(1);
  });

  it('leaves out browsers that hang up, and nothing else', () => {
    const { log, seen } = lines();
    log.error(new Error('premature close'));
    log.error({ err: new Error('Premature close'), traceId: '1' }, 'unexpected error');
    expect(seen).toEqual([]);
    log.error({ err: new Error('disk on fire') }, 'unexpected error');
    log.error(new Error('the backup met a premature close of the file'));
    log.warn('premature close');
    expect(seen.map(({ msg }) => msg)).toEqual([
      'unexpected error',
      'the backup met a premature close of the file',
      'premature close',
    ]);
  });

  it('says what broke off in a sentence once the program stops, without a stack', () => {
    const { log, goQuiet, seen } = lines();
    const broken = Object.assign(new Error('disk on fire'), { code: 'EIO' });
    log.error({ err: broken }, 'facts not written');
    goQuiet();
    log.error({ err: broken }, 'facts not written');
    log.warn(broken);
    const [before, after, bare] = seen;
    expect(before?.err).toHaveProperty('stack');
    expect(after?.err).toEqual({ type: 'Error', message: 'disk on fire', code: 'EIO' });
    expect(bare?.err).toEqual(after?.err);
  });

  it('says of a database that is away no more than a sentence: no line of the program is at fault', () => {
    const { log, seen } = lines();
    const err = Object.assign(new Error('terminating connection'), { code: '57P01' });
    log.warn({ err }, 'round of forwarding');
    expect(seen[0]?.err).toEqual({ type: 'Error', message: 'terminating connection', code: '57P01' });
    // what `pg` says to whoever goes on with a transaction whose connection has broken
    log.warn({ err: new Error('Client has encountered a connection error and is not queryable') }, 'push round');
    expect(seen[1]?.err).not.toHaveProperty('stack');
  });
});
