import { Search } from 'lucide-react';
import { type InputHTMLAttributes, useEffect, useRef } from 'react';
import './palette.css';

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  text: string;
  change: (text: string) => void;
}

/** The field of the search with its icon. It takes the keyboard when it appears. */
export function PaletteBox({ text, change, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
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
