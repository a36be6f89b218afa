/** Masks a phone number or mail address for logs and answers: 138****0000, zh***@qq.com. Answers '' for users and robots, which have no address. */
export function maskRecipient(recipient: string): string {
  if (recipient.includes(':')) return '';
  const at = recipient.indexOf('@');
  if (at > 0) return `${recipient.slice(0, Math.min(2, at))}***${recipient.slice(at)}`;
  return recipient.length >= 7 ? `${recipient.slice(0, 3)}****${recipient.slice(-4)}` : '****';
}

/** Masks the address of a robot: scheme, host and path stay, of the key only the last four characters. */
export function maskUrl(url: string): string {
  try {
    const { protocol, host, pathname, search } = new URL(url);
    const [, ...after] = pathname.split('/hook/');
    const hook = after.join('/hook/');
    if (hook) return `${protocol}//${host}${pathname.slice(0, -hook.length)}****${hook.slice(-4)}`;
    return `${protocol}//${host}${pathname}${search.length > 8 ? `?****${search.slice(-4)}` : search ? '?****' : ''}`;
  } catch {
    return '****';
  }
}
