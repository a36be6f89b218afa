import { Search } from 'lucide-react';
import { type InputHTMLAttributes, type KeyboardEvent, useEffect, useRef } from 'react';
import './palette.css';

/** What Enter or Ctrl Enter chose before there was anything to choose from. */
export type EarlyChoice = 'open' | 'more' | null;

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  text: string;
  change: (text: string) => void;
}

/** The field of the search with its icon. It takes the keyboard when it appears, and what is typed goes on at the end of its text. */
export function PaletteBox({ text, change, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const field = input.current;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);
  return (
    <div className="shell-menu-palette-box">
      <Search className="td-ico" />
      <input
        aria-expanded={false}
        {...rest}
        ref={input}
        role="combobox"
        aria-label="搜索车辆、司机、站点、运单、订单和菜单"
        placeholder="车牌、姓名、单号、菜单，支持拼音首字母"
        value={text}
        maxLength={40}
        onChange={(event) => change(event.target.value)}
      />
      <kbd>Esc</kbd>
    </div>
  );
}

interface WaitingProps {
  typed: string;
  type: (text: string) => void;
  ask: (how: EarlyChoice) => void;
  close: () => void;
}

/** Stands in for the palette while its file is loaded, so that no key is lost: it keeps what is typed, and whether Enter was pressed. */
export function WaitingPalette({ typed, type, ask, close }: WaitingProps) {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') ask(event.ctrlKey || event.metaKey ? 'more' : 'open');
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };
  return (
    <search className="shell-menu-palette" aria-label="全局搜索" aria-busy="true">
      <PaletteBox text={typed} change={type} onKeyDown={onKeyDown} />
    </search>
  );
}
