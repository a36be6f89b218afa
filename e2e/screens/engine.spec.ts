import { graveFindings } from '../fixtures/axe';
import { expect } from '../fixtures/test';
import { test } from '../fixtures/warm';

/** Faults of every weight: two critical ones, two serious ones, and mild ones (a text outside landmarks, a heading that skips two ranks). */
const faults = `<!doctype html><html lang="zh-CN"><head><title>坏页面</title></head><body style="background: #fff">
  <main><h1>标题</h1><h4>跳级标题</h4><img src="data:," width="9" height="9"><button></button>
  <p style="color: #ccc">看不清的字</p><a href="/"></a></main><p>在地标之外</p></body></html>`;

test.use({ role: null });

test('what is serious is found without the milder rules', async ({ browser }) => {
  const page = await browser.newPage();
  await page.setContent(faults);
  const findings = await graveFindings(page);
  expect(findings.map((text) => text.slice(0, text.indexOf(':'))).toSorted()).toEqual([
    'button-name',
    'color-contrast',
    'image-alt',
    'link-name',
  ]);
  await page.close();
});
