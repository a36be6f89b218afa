/** Masks a phone number or mail address for logs and answers: 138****0000, zh***@qq.com. Answers '' for users and robots, which have no address. */
export function maskRecipient(recipient: string): string {
  if (recipient.includes(':')) return '';
  const at = recipient.indexOf('@');
  if (at > 0) return `${recipient.slice(0, Math.min(2, at))}***${recipient.slice(at)}`;
  return recipient.length >= 7 ? `${recipient.slice(0, 3)}****${recipient.slice(-4)}` : '****';
}
