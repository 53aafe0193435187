import { toast } from "sonner";

/** The page already has one toaster; this one is for apps that bring their own, and draws nothing twice. */
function Toaster() {
  return null;
}

export { Toaster, toast };
