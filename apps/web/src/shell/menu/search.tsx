import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { type EarlyChoice, WaitingPalette } from './palette-box';

const Palette = lazy(() => import('./palette'));

/** The search of the header, by a click or Ctrl K from anywhere. What it finds stands under the box; the page behind stays as it is. */
export function HeaderSearch() {
  const [open, setOpen] = useState(false);
  // the text, and what was chosen while the palette was loaded
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<EarlyChoice>(null);
  const close = (): void => {
    setOpen(false);
    setTyped('');
    setAsked(null);
  };
  const type = (text: string): void => {
    setTyped(text);
    setAsked(null);
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return (
    <div className="shell-frame-find">
      <button
        type="button"
        className="td-plain shell-frame-search"
        aria-label="搜索 Ctrl K"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Search className="td-ico" />
        <span>车辆、司机、单号、菜单</span>
        <kbd>Ctrl K</kbd>
      </button>
      {open ? (
        <Suspense fallback={<WaitingPalette typed={typed} type={type} ask={setAsked} close={close} />}>
          <Palette text={typed} type={setTyped} asked={asked} close={close} />
        </Suspense>
      ) : null}
    </div>
  );
}
