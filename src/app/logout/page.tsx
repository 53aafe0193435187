import { SignOut } from "@/features/account/ui/SignOut";

export default function LogoutPage() {
  return <SignOut />;
}
