import { platformLabel } from '@tongda/contract/core/platform';
import { builtRoutes } from '@tongda/contract/shell/built';
import { menus } from '@tongda/contract/shell/menus';
import { type Chapter, tmsManual } from './manual-tms';

const books = { TMS: { title: '运输管理系统用户手册', chapters: tmsManual } } as const;

/** A manual as one page that prints well. Chapters about screens that do not work yet are left out. */
export function renderManual(system: keyof typeof books): string {
  const { title, chapters } = books[system];
  const shown = chapters.filter(({ needs }) => needs.every((key) => builtRoutes.has(key)));
  const contents = shown.map((chapter, i) => `<li><a href="#c${i + 1}">${escapeHtml(chapter.title)}</a></li>`).join('');
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title><style>${style}</style></head><body><main>
<h1>${title}</h1><p class="sub">适用版本 ${escapeHtml(platformLabel)}。本手册只写已经可用的功能；可用浏览器的“打印”另存为PDF。</p>
<nav><h2>目录</h2><ol>${contents}</ol></nav>
${shown.map(chapterHtml).join('\n')}
</main></body></html>`;
}

const chapterHtml = ({ title, menus: keys = [], text, steps }: Chapter, i: number): string =>
  `<section id="c${i + 1}"><h2>${i + 1}　${escapeHtml(title)}</h2>${keys.length > 0 ? `<p class="where">菜单：${escapeHtml(keys.map((key) => menus[key].name).join('、'))}</p>` : ''}
<p>${escapeHtml(text)}</p><ul>${steps.map((step) => `<li>${escapeHtml(step)}</li>`).join('')}</ul></section>`;

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/gu, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

const style = `
:root{color-scheme:light dark}
body{margin:0;font:15px/1.75 "PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;color:#1f2733;background:#f4f6f9}
main{box-sizing:border-box;max-width:820px;margin:0 auto;padding:40px 48px 64px;background:#fff}
h1{margin:0;font-size:28px;line-height:40px}
h2{margin:32px 0 8px;font-size:18px}
.sub,.where{margin:6px 0 0;color:#667085;font-size:13px}
nav ol{columns:2;margin:0;padding-left:22px}
a{color:#1554d1;text-decoration:none}
section{break-inside:avoid}
section p{margin:8px 0}
ul{margin:0;padding-left:22px}
@media (max-width:640px){main{padding:24px 20px}nav ol{columns:1}}
@media (prefers-color-scheme:dark){body{color:#dfe5ee;background:#10151d}main{background:#171e29}a{color:#7fa8ff}.sub,.where{color:#98a3b3}}
@media print{body,main{background:#fff;color:#000;padding:0}}`;
