import { describeLate } from '../fixtures/late-description';
import { expect } from '../fixtures/test';
import { test } from '../fixtures/warm';

test.use({ role: null });

test('an assertion describes the page in its report, and not while it has just begun to wait', async ({ browser }) => {
  const page = await browser.newPage();
  await describeLate(page);
  await page.setContent('<main><h1>清单</h1><ul><li>第一行</li></ul></main>');
  /** what the report of an assertion that waits so long in vain says of the page */
  const descriptionAfter = async (timeout: number): Promise<string | undefined> => {
    const error: unknown = await expect(page.getByText('没有的一行'))
      .toBeVisible({ timeout })
      .catch((thrown: unknown) => thrown);
    // what Playwright throws has this, and its reporter reads it
    return (error as { matcherResult: { ariaSnapshot?: string } }).matcherResult.ariaSnapshot;
  };
  expect(await descriptionAfter(1_000)).toBeUndefined();
  expect(await descriptionAfter(5_000)).toContain('listitem: 第一行');
  await page.close();
});
