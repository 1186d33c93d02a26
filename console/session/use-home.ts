import { useNavigate } from '@tanstack/react-router';

/** Opens the first screen of the user. */
export function useHome(): () => void {
  const navigate = useNavigate();
  return () => void navigate({ to: '/' });
}
