import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Markdown } from './view';

const htmlOf = (...lines: string[]): string =>
  renderToStaticMarkup(<Markdown text={lines.join('\r\n')} />).replace(
    /^<div class="kit-markdown">(.*)<\/div>$/su,
    '$1',
  );

test('headings, tables, lists and code of a document become their elements', () => {
  expect(htmlOf('# 用法', '一次最多查询**31天**，', '超出的部分请分次查询。')).toBe(
    '<h2>用法</h2><p>一次最多查询<b>31天</b>，\n超出的部分请分次查询。</p>',
  );
  expect(htmlOf('| 名称 | 说明 |', '|---|:--|', '| speed | 千米/时 |', '| temp1 |')).toBe(
    '<table><thead><tr><th>名称</th><th>说明</th></tr></thead>' +
      '<tbody><tr><td>speed</td><td>千米/时</td></tr><tr><td>temp1</td><td></td></tr></tbody></table>',
  );
  expect(htmlOf('1. 先取令牌', '2. 再查询', '', '- 只读')).toBe(
    '<ol><li>先取令牌</li><li>再查询</li></ol><ul><li>只读</li></ul>',
  );
  expect(htmlOf('```json', '{ "a": "# 不是标题" }', '```', '完')).toBe(
    '<pre>{ &quot;a&quot;: &quot;# 不是标题&quot; }</pre><p>完</p>',
  );
});

test('no word is lost, and no markup of the text gets into the page', () => {
  expect(htmlOf('| 一行 |')).toBe('<p>| 一行 |</p>');
  expect(htmlOf('```', '一', '二')).toBe('<pre>一\n二</pre>');
  expect(htmlOf('用 `<b>` 包住 <img src=x onerror=alert(1)> &amp;')).toBe(
    '<p>用 <code>&lt;b&gt;</code> 包住 &lt;img src=x onerror=alert(1)&gt; &amp;amp;</p>',
  );
});

test('links lead to web addresses only', () => {
  expect(htmlOf('见 [说明](https://example.com/a) 和 [坏](javascript:alert(1))')).toBe(
    '<p>见 <a href="https://example.com/a" target="_blank" rel="noreferrer">说明</a> 和 [坏](javascript:alert(1))</p>',
  );
});
