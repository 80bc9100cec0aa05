import { CURRENCY_CODES, signOf } from '../../../domain/currencies.ts';
import { m } from '../../messages/messages.ts';
import { Select } from '../../ui/Select.tsx';
import { useLanguage } from '../actum.tsx';

interface CurrencySelectProps {
  readonly value: string | null;
  readonly onChoose: (code: string) => void;
  readonly problem?: string | null;
}

/** Every currency by its code, its name in the person's language, and its sign. */
export function CurrencySelect({ value, onChoose, problem = null }: CurrencySelectProps) {
  const names = new Intl.DisplayNames([useLanguage()], { type: 'currency' });
  const options = CURRENCY_CODES.map((code) => {
    const sign = signOf(code);
    return { key: code, label: `${code} – ${names.of(code)}${sign === code ? '' : ` (${sign})`}` };
  });
  return <Select label={m.projects_currency()} value={value} options={options} onChoose={onChoose} problem={problem} />;
}
