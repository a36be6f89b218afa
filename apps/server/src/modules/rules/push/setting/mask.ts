/** A phone number or mail address as logs and answers show it: 138****0000, zh***@qq.com. Users and robots have no address here: ''. */
export function maskedRecipient(recipient: string): string {
  if (recipient.includes(':')) return '';
  const at = recipient.indexOf('@');
  if (at > 0) return `${recipient.slice(0, Math.min(2, at))}***${recipient.slice(at)}`;
  return recipient.length >= 7 ? `${recipient.slice(0, 3)}****${recipient.slice(-4)}` : '****';
}

/** Address of a robot without what makes it secret: scheme, host and path, the key's last four characters. */
export function maskedUrl(url: string): string {
  try {
    const { protocol, host, pathname, search } = new URL(url);
    const hook = /\/hook\/(.+)$/u.exec(pathname)?.[1];
    if (hook) return `${protocol}//${host}${pathname.slice(0, -hook.length)}****${hook.slice(-4)}`;
    return `${protocol}//${host}${pathname}${search.length > 8 ? `?****${search.slice(-4)}` : search ? '?****' : ''}`;
  } catch {
    return '****';
  }
}
