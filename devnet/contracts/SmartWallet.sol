// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// A wallet that is a contract: what it pays is an internal call, which no transaction names as its recipient. Anyone may
/// use it.
contract SmartWallet {
    address public owner;

    receive() external payable {}

    function execute(address to, uint256 value, bytes calldata data) external payable {
        (bool success, bytes memory reason) = to.call{value: value}(data);
        if (!success) assembly { revert(add(reason, 32), mload(reason)) }
    }

    /// Who may sign for it (ERC-1271). Anyone may say who.
    function setOwner(address owner_) external {
        owner = owner_;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        bool isOwners = signature.length == 65 && owner != address(0)
            && ecrecover(hash, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64])) == owner;
        return isOwners ? this.isValidSignature.selector : bytes4(0xffffffff);
    }

    /// Pays, then reverts: the transaction names the address, and nothing arrives.
    function payAndRevert(address to) external payable {
        payable(to).transfer(msg.value);
        revert("changed my mind");
    }
}
