import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const managers = [
  [
    'apt-get',
    [
      ['update', '-qq'],
      ['install', '-y', '-qq', 'chromium', 'fonts-noto-cjk'],
    ],
  ],
  ['dnf', [['install', '-y', '-q', 'chromium', 'google-noto-sans-cjk-fonts']]],
  ['apk', [['add', '--quiet', 'chromium', 'font-noto-cjk']]],
];

const found = (name) => {
  const { status, stdout } = spawnSync('which', [name], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
};

/** Path of a Chromium or Chrome for the browser tests: CHROMIUM_PATH, the system's, or one that the package manager installs now; null when none can be had. */
export function findBrowser() {
  const given = process.env.CHROMIUM_PATH;
  if (given && existsSync(given)) return given;
  const present = names.map(found).find(Boolean);
  if (present) return present;
  if (process.getuid?.() === 0) {
    for (const [manager, steps] of managers) {
      if (!found(manager)) continue;
      console.log(`没有找到浏览器，正在用 ${manager} 安装 Chromium……`);
      for (const args of steps)
        spawnSync(manager, args, {
          stdio: ['ignore', 'ignore', 'inherit'],
          env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
        });
      return names.map(found).find(Boolean) ?? null;
    }
  }
  return null;
}
