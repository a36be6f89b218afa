import { Input } from 'antd';
import { useState } from 'react';
import { hexWord } from './words';

interface HexInputProps {
  value: number | null;
  label: string;
  digits?: number;
  placeholder?: string;
  disabled?: boolean;
  onChange: (value: number | null) => void;
}

/** A number that is typed in hexadecimal digits. What is typed stays as it is while it says the same. */
export function HexInput({ value, label, digits = 2, placeholder, disabled, onChange }: HexInputProps) {
  const [typed, setTyped] = useState('');
  const read = (text: string): number | null => (/^[0-9a-f]+$/iu.test(text) ? Number.parseInt(text, 16) : null);
  return (
    <Input
      aria-label={label}
      className="resources-item-profile-hex"
      maxLength={digits}
      disabled={disabled}
      placeholder={placeholder}
      value={read(typed) === value ? typed : value === null ? '' : hexWord(value, digits)}
      onChange={(e) => {
        const text = e.target.value.replace(/[^0-9a-f]/giu, '').toUpperCase();
        setTyped(text);
        onChange(read(text));
      }}
    />
  );
}

/** Several such numbers, with commas between them. */
export function HexListInput({
  value,
  label,
  onChange,
}: {
  value: readonly number[];
  label: string;
  onChange: (value: number[]) => void;
}) {
  const [typed, setTyped] = useState('');
  const read = (text: string): number[] =>
    text.split(/[,，\s]+/u).flatMap((word) => (/^[0-9a-f]{1,8}$/iu.test(word) ? [Number.parseInt(word, 16)] : []));
  const same = JSON.stringify(read(typed)) === JSON.stringify(value);
  return (
    <Input
      aria-label={label}
      className="resources-item-profile-hex"
      placeholder="FFFF"
      maxLength={80}
      value={same ? typed : value.map((one) => hexWord(one)).join(',')}
      onChange={(e) => {
        setTyped(e.target.value.toUpperCase());
        onChange(read(e.target.value));
      }}
    />
  );
}
