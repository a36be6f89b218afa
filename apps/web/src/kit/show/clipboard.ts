/** Puts a text on the clipboard; without the Clipboard API (http in an intranet) by a hidden text area. False when the browser refuses. */
export const writeClipboard = async (text: string): Promise<boolean> => (await byClipboard(text)) || bySelection(text);

async function byClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function bySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.setAttribute('readonly', '');
  area.style.cssText = 'position:fixed;top:0;opacity:0';
  document.body.append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
  }
}
