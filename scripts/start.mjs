import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from './build.mjs';
import { checkNode, install, root } from './lib.mjs';

// npm start: installs packages, builds what has changed and runs the product, with the demo company unless DEMO=0.
checkNode();
await install();
await build();
const dataDir = resolve(root, process.env.DATA_DIR || 'data');
const fresh =
  !process.env.DATABASE_URL &&
  !process.env.DATABASE_URL_FILE &&
  !existsSync(join(dataDir, 'pg')) &&
  !existsSync(join(dataDir, 'pg.location'));
console.log(fresh ? '正在启动（首次要建立数据库，约需一分钟）……' : '正在启动……');
// Reports stay in memory until their commit. With a young generation of 64 MB they are not copied meanwhile, which saves a sixth of the server's CPU time.
const flags = ['--enable-source-maps', '--max-semi-space-size=64'];
// The login page of the demonstration shows what an installed one has at its foot.
const demoImprint = process.env.DEMO === '0' ? {} : { SERVICE_PHONE: '400-800-2026' };
const server = spawn(process.execPath, [...flags, join(root, 'apps/server/dist/main.mjs')], {
  cwd: root,
  stdio: 'inherit',
  env: { DEMO: '1', LOG_LEVEL: 'warn', NODE_ENV: 'production', ...demoImprint, ...process.env },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
server.once('close', (code) => process.exit(code ?? 1));
