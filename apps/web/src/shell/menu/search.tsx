import { lazy, Suspense, useEffect, useState } from 'react';

const MenuPalette = lazy(() => import('./palette'));

/** Ctrl K: any menu by its name or pinyin initials. */
export function MenuSearch({ open, setOpen }: { open: boolean; setOpen: (open: boolean) => void }) {
  const [used, setUsed] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [setOpen]);
  useEffect(() => {
    if (open) setUsed(true);
  }, [open]);
  if (!used) return null;
  return (
    <Suspense fallback={null}>
      <MenuPalette open={open} close={() => setOpen(false)} />
    </Suspense>
  );
}
