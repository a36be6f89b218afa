import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scratchFolder } from '../scratch';
import { bundleServer } from './server';

/** The program started as a user starts it: what it cannot do it says in one Chinese sentence, and ends with code 1. */
let folder: string;
let main: string;
let occupied: Server;
let takenPort: string;

beforeAll(async () => {
  folder = scratchFolder('start');
  main = await bundleServer();
  occupied = createServer();
  await new Promise<void>((done) => occupied.listen(0, '0.0.0.0', done));
  const address = occupied.address();
  takenPort = String(typeof address === 'object' ? address?.port : '');
});
afterAll(() => {
  occupied.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'fatal', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  return new Promise((done) => child.once('close', (code) => done({ code, output: output.trim() })));
}

it('a bad setting', async () => {
  expect(await start({ PORT: '99999' })).toEqual({
    code: 1,
    output: '启动失败：设置有误：PORT 应在 0 到 65535 之间（环境变量 PORT）',
  });
});

it.each(['PORT', 'GATEWAY_PORT'])('%s taken by another program', async (name) => {
  const { code, output } = await start({ PORT: '0', GATEWAY_PORT: '0', [name]: takenPort });
  expect(code).toBe(1);
  expect(output).toMatch(new RegExp(`^启动失败：端口 ${takenPort} 已被其他程序占用。`, 'u'));
  expect(output.split('\n')).toHaveLength(1);
});

it('roles that cannot work alone', async () => {
  const { code, output } = await start({ ROLES: 'gateway' });
  expect(code).toBe(1);
  expect(output).toMatch(/^启动失败：ROLES 缺少 processor：/u);
});
