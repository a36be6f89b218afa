// Says so when the application itself does not load (no network, or a new release has taken the older files away): without it the page stays empty.
// A file of its own because the content policy forbids inline scripts, and without a style of its own because that may be what did not come.
(() => {
  const show = () => {
    const root = document.getElementById('root');
    if (!root || root.childElementCount > 0) return;
    const box = document.createElement('div');
    box.setAttribute('role', 'alert');
    box.style.cssText = 'max-width:360px;margin:30vh auto 0;padding:0 16px;text-align:center;font:14px/24px system-ui,sans-serif';
    const title = document.createElement('b');
    title.textContent = '页面没有加载成功';
    const text = document.createElement('p');
    text.textContent = '可能是网络中断或系统刚刚升级，请检查网络后重新加载。';
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = '重新加载';
    button.addEventListener('click', () => location.reload());
    box.append(title, text, button);
    root.append(box);
  };
  const failed = ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return;
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show);
    else show();
  };
  // errors of loading do not bubble
  addEventListener('error', failed, true);
})();
