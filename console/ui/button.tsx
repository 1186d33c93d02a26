import type { ButtonHTMLAttributes, Ref } from 'react';
import styles from './button.module.css';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'primary' | 'plain' | 'danger';
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ look, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass(look)} {...rest} />;
}

/** For links that look like buttons. */
export function buttonClass(look?: ButtonProps['look']): string {
  return [styles.button, look && styles[look]].filter(Boolean).join(' ');
}
