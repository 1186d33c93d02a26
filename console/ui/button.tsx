import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react';
import styles from './button.module.css';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'primary' | 'plain' | 'danger';
  ref?: Ref<HTMLButtonElement>;
}

/** One that cannot be used now keeps the focus, such as while its form is sent: with the native attribute it would be lost. */
export function Button({ look, type = 'button', disabled = false, ...rest }: ButtonProps) {
  const refused = disabled && { 'aria-disabled': true, onClick: refuse };
  return <button type={type} className={buttonClass(look)} {...rest} {...refused} />;
}

function refuse(event: MouseEvent): void {
  event.preventDefault();
}

/** For links that look like buttons. */
export function buttonClass(look?: ButtonProps['look']): string {
  return [styles.button, look && styles[look]].filter(Boolean).join(' ');
}
