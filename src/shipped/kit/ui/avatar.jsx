import { Avatar as AvatarPrimitive } from "radix-ui";
import { cn } from "@/lib/utils";

/** @param {React.ComponentProps<typeof AvatarPrimitive.Root>} props */
function Avatar({ className, ...props }) {
  return (
    <AvatarPrimitive.Root
      className={cn("relative flex size-9 shrink-0 overflow-hidden rounded-full", className)}
      {...props}
    />
  );
}

/** @param {React.ComponentProps<typeof AvatarPrimitive.Image>} props */
function AvatarImage({ className, ...props }) {
  return <AvatarPrimitive.Image className={cn("aspect-square size-full object-cover", className)} {...props} />;
}

/** @param {React.ComponentProps<typeof AvatarPrimitive.Fallback>} props */
function AvatarFallback({ className, ...props }) {
  return (
    <AvatarPrimitive.Fallback
      className={cn("flex size-full items-center justify-center rounded-full bg-muted text-sm", className)}
      {...props}
    />
  );
}

export { Avatar, AvatarImage, AvatarFallback };
